/**
 * The only import of zod, in its small edition: schemas are made of functions, so a build contains only those in use.
 * Code generation is off, because the page's content security policy forbids `eval`; import `z` from here and from
 * nowhere else, so that no schema is built before that is set.
 */
import * as z from 'zod/mini'

z.config({ ...z.locales.en(), jitless: true })

export { z }
