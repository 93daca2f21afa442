/** Modules for `npm run tool -- mutate`, with their tests. */

export interface MutatedModule {
  readonly about: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

const engineTests = ['src/sandbox/engine/*.test.ts']

export const mutatedModules: Readonly<Record<string, MutatedModule>> = {
  decimal: {
    about: 'decimal numbers',
    files: ['src/domain/decimal.ts', 'src/domain/decimal-fast.ts'],
    tests: ['src/domain/decimal.test.ts', 'src/domain/decimal-fast.test.ts'],
  },
  normalise: {
    about: "a package in the venue's form",
    files: ['src/domain/normalise.ts'],
    tests: ['src/domain/normalise.test.ts'],
  },
  'order-rules': {
    about: 'what makes an order one that can be sent',
    files: ['src/domain/order-rules.ts'],
    tests: ['src/domain/order-rules.test.ts', 'src/domain/order-problems.test.ts', 'src/domain/package/order-entry.test.ts'],
  },
  'own-quotes': {
    about: 'what a size comes to in a book',
    files: ['src/domain/own-quotes.ts'],
    tests: ['src/domain/own-quotes.test.ts'],
  },
  amend: {
    about: 'a working order changed',
    files: ['src/model/orders/amend.ts'],
    tests: ['src/model/orders/amend.test.ts'],
  },
  lots: {
    about: 'fills matched into trades',
    files: ['src/domain/lot.ts', 'src/domain/trades/*.ts'],
    tests: ['src/domain/lot.test.ts', 'src/domain/trades/*.test.ts'],
  },
  realised: {
    about: 'what closings and fundings came to',
    files: ['src/domain/realised.ts'],
    tests: ['src/domain/realised.test.ts', 'src/domain/trades/*.test.ts'],
  },
  'own-limits': {
    about: "the trader's own limits",
    files: ['src/domain/own-limits.ts', 'src/api/order-desk/day-loss.ts'],
    tests: ['src/domain/own-limits.test.ts', 'src/api/order-desk/day-loss.test.ts'],
  },
  'answer-order': {
    about: "which answers are believed, and the venue's clock",
    files: ['src/client/answer-order.ts', 'src/client/empty-positions.ts', 'src/client/server-clock.ts'],
    tests: ['src/client/answer-order.test.ts', 'src/client/empty-positions.test.ts', 'src/client/server-clock.test.ts'],
  },
  writer: {
    about: "the recorder's writer",
    files: ['src/recorder/store/sql-writer.ts'],
    tests: ['src/recorder/store/sqlite.test.ts', 'src/recorder/refused-store-calls.test.ts'],
  },
  guards: {
    about: 'who may speak to the server',
    files: ['src/server/http/guard.ts', 'src/server/http/order-joiner.ts', 'src/server/http/strangers.ts'],
    tests: ['src/server/http/*.test.ts'],
  },
  matching: {
    about: "the sandbox's books",
    files: ['src/sandbox/engine/book.ts', 'src/sandbox/engine/matching.ts'],
    tests: engineTests,
  },
  ledger: {
    about: "the sandbox's cash and positions",
    files: ['src/sandbox/engine/ledger.ts'],
    tests: engineTests,
  },
  risk: {
    about: "the sandbox's margin",
    files: ['src/sandbox/engine/risk.ts'],
    tests: engineTests,
  },
}
