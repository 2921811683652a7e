import { existsSync } from 'node:fs';

/** The headless shell takes a quarter less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium of this machine, or the one that CHROME_PATH names; undefined where there is none. */
export const chromiumPath = process.env['CHROME_PATH'] ?? NAMES.map((name) => `/usr/bin/${name}`).find((candidate) => existsSync(candidate));
