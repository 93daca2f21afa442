import { describe, expect, it } from 'vitest'
import { micros } from '../../domain/time.ts'
import type { ExchangeEvent } from '../exchange.ts'
import { holdNews } from './hub.ts'

const event = (symbol: string) => ({ kind: 'settled', account: 'ann', symbol, at: micros(0) }) as unknown as ExchangeEvent

describe('news of work that is not kept yet', () => {
  it('is told once the work is done, in its order; other news at once', () => {
    const told: unknown[] = []
    const news = holdNews(events => void told.push(...events))
    news.tell([event('A')])
    const result = news.heldUntil(() => {
      news.tell([event('B')])
      news.tell([event('C')])
      return told.length
    })
    news.tell([event('D')])
    expect(result).toBe(1)
    expect(told).toEqual([event('A'), event('B'), event('C'), event('D')])
  })

  it('is never told where the work fails', () => {
    const told: unknown[] = []
    const news = holdNews(events => void told.push(...events))
    const work = () => {
      news.tell([event('A')])
      throw new Error('not kept')
    }
    expect(() => news.heldUntil(work)).toThrow('not kept')
    news.tell([event('B')])
    expect(told).toEqual([event('B')])
  })
})
