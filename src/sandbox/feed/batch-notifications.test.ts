import { describe, expect, it } from 'vitest'
import { micros } from '../../domain/time.ts'
import type { ExchangeEvent } from '../exchange.ts'
import { batchNotifications } from './hub.ts'

const event = (symbol: string) => ({ kind: 'settled', account: 'ann', symbol, at: micros(0) }) as unknown as ExchangeEvent

describe('news of work that is not kept yet', () => {
  it('is told once the work is done, in its order; other news at once', () => {
    const received: unknown[] = []
    const news = batchNotifications(events => void received.push(...events))
    news.publish([event('A')])
    const result = news.sendAfter(() => {
      news.publish([event('B')])
      news.publish([event('C')])
      return received.length
    })
    news.publish([event('D')])
    expect(result).toBe(1)
    expect(received).toEqual([event('A'), event('B'), event('C'), event('D')])
  })

  it('is never told where the work fails', () => {
    const received: unknown[] = []
    const news = batchNotifications(events => void received.push(...events))
    const work = () => {
      news.publish([event('A')])
      throw new Error('not kept')
    }
    expect(() => news.sendAfter(work)).toThrow('not kept')
    news.publish([event('B')])
    expect(received).toEqual([event('B')])
  })
})
