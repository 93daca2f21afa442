// @vitest-environment node
/** The exchange behind the server keeps to the contract, card by card. */
import { holdConformance } from '../testing/conformance/hold-conformance.ts'
import { listenOutside } from '../testing/test-outside.ts'

holdConformance(() => listenOutside('extended'))
