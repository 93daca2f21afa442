/**
 * `npm run tool -- load-recorder [--accounts 50] [--positions 200] [--days 30] [--orders 200] [--minutes 90] [--every-minute]`: a month of a desk written through the recorder's own
 * store into a PostgreSQL of its own, thinned as it goes; then how large it is, how fast it is written, and what each question of a screen takes, with its
 * plans in `e2e/results/recorder-load/`. Of days before the last two, positions are written once an hour unless `--every-minute` is said: that is what thinning
 * leaves of them, and spares the hours that writing the rest takes. After `--minutes` of writing it ends with the days that it has.
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

// Through Vite, which reads the migrations in.
const { module } = await runnerImport<typeof import('./recorder-load/run-load.ts')>(resolve('e2e/tools/recorder-load/run-load.ts'), {
  configFile: false,
})
process.exitCode = await module.runLoad({
  accounts: whole('--accounts', values.accounts, 1),
  positions: whole('--positions', values.positions, 1),
  days: whole('--days', values.days, 1),
  ordersADay: whole('--orders', values.orders, 1),
  mostMinutes: whole('--minutes', values.minutes, 1),
  isEveryMinute: values['every-minute'],
})
