/**
 * The only import of zod, in its small edition, so that a build contains only the schemas in use. Code generation is
 * off because the page's content security policy forbids `eval`. Import `z` only from here, so that no schema is built
 * before that is set.
 */
import * as z from 'zod/mini'

z.config({ ...z.locales.en(), jitless: true })

export { z }
