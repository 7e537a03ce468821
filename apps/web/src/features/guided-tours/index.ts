export { TourButton } from './components/tour-button.tsx';
export { type Tour, type TourPage, tourOf } from './model/tour.ts';
