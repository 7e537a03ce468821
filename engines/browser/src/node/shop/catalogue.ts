/** A product of the shop. */
export interface Product {
  id: string;
  name: string;
  category: 'Coffee' | 'Tea' | 'Ware';
  /** In cents. */
  price: number;
  colour: string;
  text: string;
}

/** The shop's products. */
export const products: readonly Product[] = [
  {
    id: 'harbour',
    name: 'Harbour Espresso',
    category: 'Coffee',
    price: 1290,
    colour: '#7a4a2b',
    text: 'Dark, cocoa, a long finish.',
  },
  {
    id: 'meadow',
    name: 'Meadow Filter',
    category: 'Coffee',
    price: 1150,
    colour: '#b5793f',
    text: 'Light, peach and jasmine.',
  },
  {
    id: 'decaf',
    name: 'Evening Decaf',
    category: 'Coffee',
    price: 1190,
    colour: '#5b4636',
    text: 'Hazelnut, without the caffeine.',
  },
  {
    id: 'sencha',
    name: 'Sencha Spring',
    category: 'Tea',
    price: 890,
    colour: '#6d8b4e',
    text: 'First harvest, grassy and fresh.',
  },
  {
    id: 'assam',
    name: 'Assam Breakfast',
    category: 'Tea',
    price: 790,
    colour: '#9c4f2d',
    text: 'Strong and malty, good with milk.',
  },
  {
    id: 'cup',
    name: 'Stoneware Cup',
    category: 'Ware',
    price: 1650,
    colour: '#4d6a7d',
    text: 'Holds 250 ml, made by hand.',
  },
  {
    id: 'kettle',
    name: 'Goose-Neck Kettle',
    category: 'Ware',
    price: 5900,
    colour: '#3d4147',
    text: 'Pours slowly and exactly.',
  },
  {
    id: 'grinder',
    name: 'Hand Grinder',
    category: 'Ware',
    price: 4500,
    colour: '#8a8f96',
    text: 'Steel burrs, 24 settings.',
  },
];
