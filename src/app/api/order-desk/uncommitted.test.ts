// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { noteUncommitted, readUncommitted } from './uncommitted.ts'

afterEach(() => noteUncommitted([]))

const order = { client_order_id: 'a', venueKey: 'sandbox', account: 'demo', title: 'Buy 1 BTC', createdAtMs: 1_000 }
const isAsked = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))

describe('an order that the browser has no record of yet', () => {
  it('is noted in the tab, and asked about before the page is left', () => {
    expect(isAsked()).toBe(false)
    noteUncommitted([order])
    expect([readUncommitted(), isAsked()]).toEqual([[order], true])
    noteUncommitted([])
    expect([readUncommitted(), isAsked()]).toEqual([[], false])
  })

  it('is asked about once, however many there are', () => {
    noteUncommitted([order])
    noteUncommitted([order, { ...order, client_order_id: 'b' }])
    noteUncommitted([])
    expect(isAsked()).toBe(false)
  })

  it('is not read from what another program left there', () => {
    sessionStorage.setItem('legwork.uncommitted', '[{"title":1}]')
    expect(readUncommitted()).toEqual([])
  })
})
