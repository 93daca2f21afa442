import { testShare } from './sim/test-share.ts'

testShare(1, process.env['EXCHANGE_SEEDS'] ?? '200')
