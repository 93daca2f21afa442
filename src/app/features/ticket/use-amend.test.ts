import { expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { amendText } from './use-amend.ts'

it('says what was not sent and why, and nothing where the new order left as it was reviewed', () => {
  expect(amendText({ kind: 'sent', quantity: dec('4'), filledMeanwhile: dec('0') })).toBeUndefined()
  expect(amendText({ kind: 'sent', quantity: dec('3.0'), filledMeanwhile: dec('1') })?.title).toBe(
    'Sent for 3: 1 filled before the cancel',
  )
  expect(amendText({ kind: 'not_cancelled', outcome: { kind: 'refused', reason: 'fully executed' } })).toMatchObject({
    sticky: true,
    body: 'The venue would not cancel the first: fully executed. Nothing new was sent.',
  })
  expect(amendText({ kind: 'size_unknown' })?.body).toContain('did not report how much was filled')
})
