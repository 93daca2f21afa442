// @vitest-environment node
/** The practice exchange on a journal in IndexedDB passes the same conformance cards. */
import { holdConformance } from '../../testing/conformance/hold-conformance.ts'
import { listenPractice } from '../../testing/test-practice.ts'

holdConformance(listenPractice)
