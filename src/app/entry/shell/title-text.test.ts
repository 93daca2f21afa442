import { describe, expect, it } from 'vitest'
import { type TitleFacts, titleText } from './page-title.tsx'

const facts: TitleFacts = {
  screen: 'Portfolio',
  alerts: 0,
  criticalMargin: undefined,
  upnl: undefined,
  upnlAt: undefined,
}

describe('the title of the page', () => {
  it('names the screen alone while nothing else is known or amounts are hidden', () => {
    expect(titleText(facts)).toBe('Portfolio · Legwork')
  })
  it('says first what needs the trader: margin, alerts, then the profit, shortened and signed', () => {
    expect(titleText({ ...facts, alerts: 2, upnl: 2_195.03 })).toBe('2 alerts · +2.2k uPnL · Portfolio · Legwork')
    expect(titleText({ ...facts, alerts: 1, criticalMargin: 0.882, upnl: -249_073 })).toBe(
      'Margin 88 % · 1 alert · −249.1k uPnL · Portfolio · Legwork',
    )
    expect(titleText({ ...facts, upnl: 0 })).toBe('0 uPnL · Portfolio · Legwork')
  })
  it('says of a profit that is not of now when it was', () => {
    expect(titleText({ ...facts, upnl: 12, upnlAt: '14:03' })).toBe('+12 uPnL at 14:03 · Portfolio · Legwork')
  })
})
