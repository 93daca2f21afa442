/** Bounds of a hedge, typed in fields or the command line, and the answer's text. */
import { describe, expect, test } from 'vitest'
import { matchCommands } from '../../../ui/commands/command.ts'
import { hedgeSentence, proofSentence } from './hedge-answer.tsx'
import { hedgeFieldsOf, hedgeResolver, noBounds, readHedge } from './hedge-form.ts'
import { hedgeWords } from './risk-choices.ts'

const boundsOf = (words: string) => readHedge(hedgeFieldsOf(words))

test.each([
  ['vega < 500', [{ measure: 'vega', low: -500, high: 500 }], 4],
  [
    'Vega within 1500 and delta 0,5 legs 3',
    [
      { measure: 'delta', low: -0.5, high: 0.5 },
      { measure: 'vega', low: -1500, high: 1500 },
    ],
    3,
  ],
  ['theta > -100', [{ measure: 'theta', low: -100, high: Infinity }], 4],
  ['vega -200 to 300', [{ measure: 'vega', low: -200, high: 300 }], 4],
  [
    'gamma at most 2, stress < 50000',
    [
      { measure: 'gamma', low: -Infinity, high: 2 },
      { measure: 'stress', low: -50_000, high: Infinity },
    ],
    4,
  ],
  ['margin < 60%', [{ measure: 'margin', low: -Infinity, high: 0.6 }], 4],
] as const)('the command line reads “%s”', (words, bounds, mostLegs) =>
  expect(boundsOf(words)).toEqual({ bounds, mostLegs }),
)

test('a word after “hedge” makes a command; “hedge” by itself finds the view by its name', () => {
  expect(hedgeWords('hedge vega < 500')).toBe('vega < 500')
  expect(hedgeWords('hedge ')).toBeUndefined()
  expect(hedgeWords('unhedge vega 5')).toBeUndefined()
  expect(matchCommands([{ id: 'risk.hedge', name: 'Risk: hedge', run: () => undefined }], 'hedge')).toHaveLength(1)
})

const checked = async (typed: Partial<typeof noBounds>) => {
  const { errors } = await hedgeResolver({ ...noBounds, ...typed }, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  return Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))
}

describe('a field', () => {
  test.each([
    ['vega', 'much', 'Not a number: “m” cannot stand there. 500, or -200 to 300, or at least -200, or at most 300'],
    ['vega', '300 to -200', '500, or -200 to 300, or at least -200, or at most 300'],
    ['delta', '-5', '500, or -200 to 300, or at least -200, or at most 300'],
    ['stress', '-1', 'A loss in USD, from zero'],
    ['vega', '1,500', 'Is “1,500” 1,500 or 1.5? 500, or -200 to 300, or at least -200, or at most 300'],
    ['delta', '-1.500 to 2', 'Is “-1.500” −1,500 or −1.5? 500, or -200 to 300, or at least -200, or at most 300'],
    ['margin', 'half', 'Not a number: “h” cannot stand there. A percentage, from zero'],
    ['legs', '11', '1 to 10'],
    ['legs', '', '1 to 10'],
  ] as const)('of %s refuses “%s” in words', async (name, typed, error) =>
    expect(await checked({ [name]: typed })).toEqual({ [name]: error }),
  )

  test('may be empty: what is not typed bounds nothing', async () => {
    expect(await checked({})).toEqual({})
    expect(readHedge(noBounds).bounds).toEqual([])
  })
})

const found = { kind: 'hedge', legs: [], spread: 0, least: 0, isComplete: true, figures: [], of: 12 } as const
const figure = { low: -1, high: 1, before: 3, after: 2 }

describe('the answer', () => {
  test('says that there is nothing to trade', () =>
    expect(hedgeSentence(found)).toBe('Every bound is met already: there is nothing to trade.'))

  test('says which bound cannot be kept, by itself or with the others', () => {
    const figures = [
      { ...figure, measure: 'vega', fails: 'alone' },
      { ...figure, measure: 'delta', fails: 'together' },
    ] as const
    expect(hedgeSentence({ ...found, figures })).toBe(
      'Vega cannot be brought within the bound by the legs and sizes that are quoted. Delta cannot be brought within the bound together with the bounds above. No legs come nearer.',
    )
  })

  test('says what was compared, or by how much another choice may be cheaper', () => {
    expect(proofSentence(found)).toBe(
      'Every choice among 12 instruments quoted on both sides was compared: none costs less.',
    )
    expect(proofSentence({ ...found, isComplete: false, spread: 12.5, least: 10 })).toBe(
      'The search among 12 instruments quoted on both sides ended early: another choice may cost up to 2.50 USD less.',
    )
  })
})
