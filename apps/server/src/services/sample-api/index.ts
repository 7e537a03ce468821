import { defineService } from '../../platform/service.ts';
import { addPetstore } from './routes/petstore.ts';
import { createPetsStore } from './store/pets.store.ts';

export { petstoreDocument } from './domain/pet.ts';

/** sampleApiService serves the pet store that the first workspace tests. */
export const sampleApiService = defineService({
  name: 'sample-api',
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform) {
    const pets = createPetsStore(platform.database);
    return {
      door: undefined,
      openToTests: ['/sample/'],
      http: (app) => addPetstore(app, pets, platform.config.publicUrl),
    };
  },
});
