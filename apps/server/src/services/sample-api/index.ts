import { createShop, maxShopBody } from '@touchstone/engine-browser/shop';
import { defineService } from '../../platform/service.ts';
import { addPetstore } from './routes/petstore.ts';
import { addShop } from './routes/shop.ts';
import { createPetsStore } from './store/pets.store.ts';

export { petstoreDocument } from './domain/pet.ts';

/** The path of the sample shop below the installation's address. */
export const shopPath = '/sample/shop';

/**
 * sampleApiService is the service of the pet store tested by the first workspace, and of the shop tested by sample
 * scripts.
 */
export const sampleApiService = defineService({
  name: 'sample-api',
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform) {
    const pets = createPetsStore(platform.database);
    const shop = { base: shopPath, maxBody: maxShopBody, answer: createShop({ base: shopPath }) };
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
