/**
 * The one door to zod, in its small edition: what a schema is given are functions, of which a build takes only those in use. Code generation is off,
 * because the page's content security policy forbids `eval`; import `z` from here and from nowhere else, so that no schema is built before that is set.
 */
import * as z from 'zod/mini'

z.config({ ...z.locales.en(), jitless: true })

export { z }
