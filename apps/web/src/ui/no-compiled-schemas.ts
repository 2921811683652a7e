import { z } from 'zod';

// Imported before any module that creates schemas: they must not be compiled with `new Function`, since even trying that is reported by a strict content
// security policy.
z.config({ jitless: true });
