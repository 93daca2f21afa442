/** Selects the unit tests of `npm run test:slow`: separate files, and files of `npm test` with higher counts. */

export const slowFiles: readonly string[] = [
  'src/**/*.slow.test.{ts,tsx}',
  'src/core/account/cash-identity.sim.test.ts',
  'src/app/api/feed/burst.test.tsx',
  'src/app/api/order-desk/order-desk.sim.test.ts',
  'src/app/ui/order/entry/sent-entries.test.ts',
  'src/core/pricing/solve/draw-between.test.ts',
  'src/core/pricing/solve/draw.test.ts',
  'src/app/features/portfolio/risk/hedge-booked.test.ts',
  'src/core/pricing/solve/hedge.test.ts',
  'src/core/pricing/solve/same-payoff.test.ts',
  'src/recorder/busy-account.test.ts',
  'src/recorder/planted-bias.test.ts',
  'src/recorder/refused-store-calls.test.ts',
  'src/recorder/store/damage.test.ts',
  'src/exchange/sandbox/engine/exchange-[1-2].sim.test.ts',
  'src/exchange/sandbox/feed/liveness.sim.test.ts',
  'src/server/concurrent.test.ts',
  'src/server/fuzz.test.ts',
  'src/exchange/journal/kill.test.ts',
]

const counts: Readonly<Record<string, string>> = {
  BURST_FILLS: '1500',
  CASH_HISTORIES: '2000',
  CONCURRENT_HISTORIES: '100',
  DAMAGES: '200',
  DESK_SEEDS: '300',
  EXCHANGE_SEEDS: '2000',
  FUZZ_CASES: '2000',
  KILL_ROUNDS: '20',
  LIVENESS_SEEDS: '300',
  PLANTED_RFQS: '200',
  RECORDER_FILLS: '1500',
  REFUSED_CALLS: '1000',
  RFQ_SEEDS: '100',
  SENT_ENTRIES: '4000',
  SOLVE_CASES: '4000',
  TRADE_HISTORIES: '20',
}

export const slowCounts = Object.fromEntries(
  Object.entries(counts).map(([name, count]) => [name, process.env[name] ?? count]),
)
