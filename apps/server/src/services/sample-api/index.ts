import type { Platform } from '../../platform/platform.ts';
import type { Service } from '../../platform/service.ts';
import { addPetstore } from './routes/petstore.ts';
import { createPetsStore } from './store/pets.store.ts';

export { petstoreDocument } from './domain/pet.ts';

/** createSampleApi serves the pet store that the first workspace tests. */
export function createSampleApi(platform: Platform): Service {
  const pets = createPetsStore(platform.database);
  return {
    name: 'sample-api',
    errors: {},
    http(app) {
      addPetstore(app, pets, platform.config.publicUrl);
    },
  };
}
