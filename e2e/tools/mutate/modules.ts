/** Modules for `npm run tool -- mutate`, with their tests. */

export interface MutatedModule {
  readonly about: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
}

const engine = 'src/exchange/sandbox/engine'

export const mutatedModules: Readonly<Record<string, MutatedModule>> = {
  decimal: {
    about: 'decimal numbers',
    files: ['src/core/domain/decimal.ts'],
    tests: ['src/core/domain/decimal.test.ts'],
  },
  'decimal-fast': {
    about: 'short decimal numbers by safe integers',
    files: ['src/core/domain/decimal-fast.ts'],
    tests: ['src/core/domain/decimal-fast.test.ts'],
  },
  normalise: {
    about: "a package in the venue's form",
    files: ['src/core/domain/normalise.ts'],
    tests: ['src/core/domain/normalise.test.ts'],
  },
  'order-rules': {
    about: 'what makes an order one that can be sent',
    files: ['src/core/domain/order-rules.ts'],
    tests: [
      'src/core/domain/order-rules.test.ts',
      'src/core/domain/order-problems.test.ts',
      'src/core/domain/package/order-entry.test.ts',
    ],
  },
  'own-quotes': {
    about: 'what a size comes to in a book',
    files: ['src/core/domain/own-quotes.ts'],
    tests: ['src/core/domain/own-quotes.test.ts'],
  },
  amend: {
    about: 'a working order changed',
    files: ['src/app/model/orders/amend.ts'],
    tests: ['src/app/model/orders/amend.test.ts'],
  },
  lots: {
    about: 'fills matched into trades',
    files: ['src/core/domain/lot.ts', 'src/core/domain/trades/*.ts'],
    tests: ['src/core/domain/lot.test.ts', 'src/core/domain/trades/*.test.ts'],
  },
  realised: {
    about: 'what closings and fundings came to',
    files: ['src/core/domain/realised.ts'],
    tests: ['src/core/domain/realised.test.ts', 'src/core/domain/trades/*.test.ts'],
  },
  'own-limits': {
    about: "the trader's own limits",
    files: ['src/core/domain/own-limits.ts', 'src/app/api/order-desk/day-loss.ts'],
    tests: ['src/core/domain/own-limits.test.ts', 'src/app/api/order-desk/day-loss.test.ts'],
  },
  'answer-order': {
    about: "which answers are believed, and the venue's clock",
    files: ['src/core/client/answer-order.ts', 'src/core/client/empty-positions.ts', 'src/core/client/server-clock.ts'],
    tests: [
      'src/core/client/answer-order.test.ts',
      'src/core/client/empty-positions.test.ts',
      'src/core/client/server-clock.test.ts',
    ],
  },
  writer: {
    about: "the recorder's writer",
    files: ['src/recorder/store/sql-writer.ts'],
    tests: ['src/recorder/store/sqlite.test.ts', 'src/recorder/refused-store-calls.test.ts'],
  },
  guards: {
    about: 'who may speak to the server',
    files: ['src/server/http/guard.ts', 'src/server/http/order-joiner.ts', 'src/server/http/strangers.ts'],
    tests: [
      'src/server/http/guard.test.ts',
      'src/server/http/order-joiner.test.ts',
      'src/server/http/strangers.test.ts',
    ],
  },
  matching: {
    about: "the sandbox's books",
    files: [`${engine}/book.ts`, `${engine}/matching.ts`],
    tests: [`${engine}/book.test.ts`, `${engine}/matching.test.ts`, `${engine}/place.test.ts`],
  },
  ledger: {
    about: "the sandbox's cash and positions",
    files: [`${engine}/ledger.ts`],
    tests: [`${engine}/ledger.test.ts`],
  },
  risk: { about: "the sandbox's margin", files: [`${engine}/risk.ts`], tests: [`${engine}/risk.test.ts`] },
}
