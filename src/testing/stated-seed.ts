/**
 * Before each file of unit tests: properties draw their cases from one seed, so that the same commit always has the same result.
 * `npm run tool -- properties` draws them from others.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 1) })
