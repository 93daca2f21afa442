/**
 * `npm run tool -- load-recorder [--accounts 50] [--positions 200] [--days 30] [--orders 200] [--minutes 90]
 * [--every-minute]`: writes a month of a desk through the recorder's store into a temporary PostgreSQL, with thinning.
 * Then reports size, write rate, and the time of each screen's queries, with plans in `e2e/results/recorder-load/`.
 * Older than two days, positions are written hourly unless `--every-minute` is set: that is what thinning leaves. Stops
 * after `--minutes`.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'
import { whole } from './arguments.ts'

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '50' },
    positions: { type: 'string', default: '200' },
    days: { type: 'string', default: '30' },
    orders: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '90' },
    'every-minute': { type: 'boolean', default: false },
  },
})

// Through Vite, which bundles the migrations.
const { module } = await runnerImport<typeof import('./recorder-load/run-load.ts')>(
  resolve('e2e/tools/recorder-load/run-load.ts'),
  {
    configFile: false,
  },
)
process.exitCode = await module.runLoad({
  accounts: whole('--accounts', values.accounts, 1),
  positions: whole('--positions', values.positions, 1),
  days: whole('--days', values.days, 1),
  ordersADay: whole('--orders', values.orders, 1),
  mostMinutes: whole('--minutes', values.minutes, 1),
  isEveryMinute: values['every-minute'],
})
