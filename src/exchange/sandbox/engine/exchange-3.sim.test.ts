import { testShare } from './sim/test-share.ts'

testShare(2, process.env['EXCHANGE_SEEDS'] ?? '200')
