/**
 * Setup of each test file: property tests use one seed, so that a commit always gives the same result. `npm run tool --
 * properties` uses others.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
