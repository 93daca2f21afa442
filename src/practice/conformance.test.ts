// @vitest-environment node
/** The exchange as it lies in a browser, on a journal in its database, keeps to the same contract, card by card. */
import { holdConformance } from '../testing/conformance/hold-conformance.ts'
import { listenPractice } from '../testing/test-practice.ts'

holdConformance(listenPractice)
