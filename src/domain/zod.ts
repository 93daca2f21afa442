/**
 * The one door to zod. Code generation is off, because the page's content security policy forbids `eval`; import `z` from here
 * and from nowhere else, so that no schema is built before that is set.
 */
import { z } from 'zod'

z.config({ jitless: true })

export { z }
