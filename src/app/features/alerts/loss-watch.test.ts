import { expect, test } from 'vitest'
import type { FigureInputs } from '../../../core/account/alerts/figures.ts'
import { parseAccountChoices } from '../../../core/account/parse-account-choices.ts'
import { dec } from '../../../core/domain/decimal.ts'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { dayMs, minuteMs } from '../../../core/domain/time.ts'
import { lossOf } from './loss-watch.tsx'

const dayStart = Date.UTC(2026, 11, 1, 8)
const choices = parseAccountChoices({ equity: 'value', dayStart: '08:00' })
const sampleAt = (atMs: number, cash: string) =>
  ({ atMs, equity: { cash, optionValue: '0', futuresUpnl: '0', upnl: '0', leftOut: [] } }) as unknown as SavedSample
const inputs = (equity: string | undefined, samples: readonly SavedSample[], leftOut: readonly string[] = []) =>
  ({
    totals: { equity: { value: { value: equity === undefined ? undefined : dec(equity), gap: undefined, leftOut } } },
    samples,
  }) as unknown as FigureInputs

test('the loss is equity at the day’s start less equity now, and a gain is no loss', () => {
  const samples = [sampleAt(dayStart - dayMs, '9000'), sampleAt(dayStart, '1000')]
  const at = dayStart + 90 * minuteMs
  expect(lossOf(inputs('940', samples), choices, at)).toEqual({
    most: '60',
    sinceMs: dayStart,
    untilMs: dayStart + dayMs,
  })
  expect(lossOf(inputs('1040', samples), choices, at)).toMatchObject({ most: '0' })
})
test('the day begins by the clock that is given: a minute before its start the day before counts', () => {
  const samples = [sampleAt(dayStart - dayMs, '1000'), sampleAt(dayStart, '900')]
  expect(lossOf(inputs('890', samples), choices, dayStart - 1)).toMatchObject({ most: '110', untilMs: dayStart })
  expect(lossOf(inputs('890', samples), choices, dayStart)).toMatchObject({ most: '10', untilMs: dayStart + dayMs })
})
test('without a sample of the start it is since the first of the day, and without any it is not known', () => {
  const late = sampleAt(dayStart + 300 * minuteMs, '1000')
  expect(lossOf(inputs('990', [late]), choices, dayStart + 400 * minuteMs)).toMatchObject({
    most: '10',
    sinceMs: late.atMs,
  })
  expect(lossOf(inputs('990', []), choices, dayStart + 400 * minuteMs)).toEqual({ why: 'no snapshot of this day yet' })
})
test('equity that is not whole is not known', () => {
  expect(lossOf(inputs(undefined, []), choices, dayStart)).toEqual({ why: 'balances were not read yet' })
  expect(lossOf(inputs('1', [], ['XYZ']), choices, dayStart)).toEqual({ why: 'without XYZ' })
})
