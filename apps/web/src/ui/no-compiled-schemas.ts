import { z } from 'zod';

// Imported before any module that makes schemas: they must not be compiled with `new Function`, whose mere trial a
// strict content security policy reports.
z.config({ jitless: true });
