export { LandingPage } from './landing-page.tsx';
export { PricingPage } from './pricing-page.tsx';
export { loadOffers } from './with-offers.tsx';
