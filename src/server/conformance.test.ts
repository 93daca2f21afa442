// @vitest-environment node
/** The server's exchange passes the conformance cards. */
import { holdConformance } from '../testing/conformance/hold-conformance.ts'
import { listenOutside } from '../testing/test-outside.ts'

holdConformance(() => listenOutside('extended'))
