// @vitest-environment node
import { holdConformance } from '../testing/conformance/hold-conformance.ts'
import { listenOutside } from '../testing/test-outside.ts'

holdConformance(() => listenOutside('extended'))
