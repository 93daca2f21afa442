import { describe, expect, test } from 'vitest'
import { dec } from '../domain/decimal.ts'
import { z } from '../domain/zod.ts'
import { mostRows, type RecorderAnswer, type RecorderCallName, recorderCalls } from './recorder-interface.ts'

function sent<Name extends RecorderCallName>(name: Name, value: RecorderAnswer<Name>): RecorderAnswer<Name> {
  const answer: z.ZodMiniType = recorderCalls[name].answer
  return z.decode(answer, JSON.parse(JSON.stringify(z.encode(answer, value)))) as RecorderAnswer<Name>
}

describe('the interface of the recorder', () => {
  test('writes a question as texts of an address and reads it back', () => {
    const asked = {
      account: 'desk',
      limit: mostRows,
      kinds: ['cash' as const, 'execution' as const],
      subjects: ['a,b', 'c d%2C'],
      from: 0,
      text: 'BTC',
    }
    const { query } = recorderCalls.journal
    const address = `?${new URLSearchParams(z.encode(query, asked) as Record<string, string>).toString()}`
    expect(query.parse(Object.fromEntries(new URLSearchParams(address)))).toEqual(asked)
    const at = [1_764_806_460_000, 1_764_806_520_000]
    const texts = z.encode(recorderCalls.fullSamples.query, { account: 'desk', at })
    expect(texts).toEqual({ account: 'desk', at: '1764806460000,1764806520000' })
    expect(z.decode(recorderCalls.fullSamples.query, texts)).toEqual({ account: 'desk', at })
  })

  test('asks for whole ms of times that a clock gave with a fraction', () => {
    const at = [1_795_423_326_776.0103, 1_795_423_386_776.5]
    const texts = z.encode(recorderCalls.fullSamples.query, { account: 'desk', at })
    expect(texts).toEqual({ account: 'desk', at: '1795423326776,1795423386776' })
    expect(z.encode(recorderCalls.samples.query, { account: 'desk', from: at[0] ?? 0, to: at[1] ?? 0 })).toMatchObject({
      from: '1795423326776',
      to: '1795423386776',
    })
  })

  test.each([
    ['a limit that is no number', recorderCalls.journal.query, { account: 'desk', limit: 'all' }],
    ['an unknown kind', recorderCalls.journal.query, { account: 'desk', limit: '10', kinds: 'secrets' }],
    ['no account', recorderCalls.orders.query, { which: 'open' }],
    ['a time below zero', recorderCalls.samples.query, { account: 'desk', from: '-1', to: '2' }],
    ['times that are none', recorderCalls.fullSamples.query, { account: 'desk', at: '1,,2' }],
  ])('refuses %s', (_, query, texts) => expect(query.safeParse(texts).success).toBe(false))

  test('carries a sample and a row as they are, and sets aside what is none', () => {
    const equity = {
      cash: dec('1.5'),
      optionValue: dec('0'),
      optionUpnl: dec('0'),
      futuresUpnl: dec('-2'),
      leftOut: ['PTF'],
    }
    const sample = { atMs: 1_764_806_460_123, equity, cash: { USD: dec('1.5') }, indexes: { BTC: dec('90000.5') } }
    expect(sent('samples', { samples: { rows: [sample], rejected: [] }, isThinned: false })).toEqual({
      samples: { rows: [sample], rejected: [] },
      isThinned: false,
    })
    const row = {
      id: 'o1 x 7',
      atMs: 1,
      kind: 'execution' as const,
      what: 'fill',
      quantity: dec('0.10'),
      price: dec('90000'),
    }
    const answer = z.decode(recorderCalls.journal.answer, { rows: [row, { ...row, price: 'much' }], total: 2 })
    expect([answer.rows.rows, answer.rows.rejected.map(each => each.path)]).toEqual([[row], ['price']])
  })
})
