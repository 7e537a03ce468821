import { createShop, mostShopBody } from '@touchstone/engine-browser/shop';
import { defineService } from '../../platform/service.ts';
import { addPetstore } from './routes/petstore.ts';
import { addShop } from './routes/shop.ts';
import { createPetsStore } from './store/pets.store.ts';

export { petstoreDocument } from './domain/pet.ts';

/** Where the sample shop is, below the address of the installation. */
export const shopPath = '/sample/shop';

/** sampleApiService serves the pet store that the first workspace tests, and the shop that sample scripts test. */
export const sampleApiService = defineService({
  name: 'sample-api',
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform) {
    const pets = createPetsStore(platform.database);
    const shop = { base: shopPath, mostBody: mostShopBody, answer: createShop({ base: shopPath }) };
    return {
      door: undefined,
      openToTests: ['/sample/'],
      async http(app) {
        addPetstore(app, pets, platform.config.publicUrl);
        await addShop(app, shop);
      },
    };
  },
});
