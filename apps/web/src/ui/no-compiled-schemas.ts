import { z } from 'zod';

// Imported before any module that creates schemas: they must not be compiled with `new Function`, since a strict content security policy reports even the attempt
// to do so.
z.config({ jitless: true });
