import { testShare } from './sim/test-share.ts'

testShare(3, process.env['EXCHANGE_SEEDS'] ?? '200')
