import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { sizeSentence } from './size-from-risk.tsx'

const limits = { loss: dec('1'), stress: dec('50000') }

test.each([
  [{ kind: 'size', size: dec('0.8'), decides: 'loss' }, '0.8; one step more could lose more than 1 % of equity.'],
  [
    { kind: 'size', size: dec('12'), decides: 'stress' },
    '12; one step more would stress the portfolio below −50000 USD.',
  ],
  [
    { kind: 'size', size: dec('0'), decides: 'loss' },
    'No size keeps the limits: the least could lose more than 1 % of equity.',
  ],
  [{ kind: 'size', size: dec('100'), decides: 'most' }, '100 keeps every limit, and is the largest order admitted.'],
  [{ kind: 'unknown', why: 'Equity is not known.' }, 'Equity is not known.'],
] as const)('a size from risk says what decides it: %o', (answer, text) =>
  expect(sizeSentence(answer, limits).replaceAll(',', '')).toBe(text.replaceAll(',', '')),
)
