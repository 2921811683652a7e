// npm run build: builds the site for npm start, which then needs no development packages.
import { buildSite } from './prepare.mjs';

buildSite();
