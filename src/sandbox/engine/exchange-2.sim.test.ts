import { testShare } from './sim/test-share.ts'

testShare(1)
