import { existsSync } from 'node:fs';

/** The headless shell takes a quarter less CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium of this machine, or the one named by CHROME_PATH; undefined if there is none. */
export const chromiumPath = process.env['CHROME_PATH'] ?? NAMES.map((name) => `/usr/bin/${name}`).find((candidate) => existsSync(candidate));
