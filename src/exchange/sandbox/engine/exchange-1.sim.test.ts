import { testShare } from './sim/test-share.ts'

testShare(0, process.env['EXCHANGE_SEEDS'] ?? '200')
