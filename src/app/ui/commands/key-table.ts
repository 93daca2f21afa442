/**
 * The only place that assigns keys to meanings, for every screen. A command refers to the meaning, so one key cannot
 * mean two things; screens may share a meaning (`next` is the next leg or RFQ). Only digits change screens. No single
 * letter takes, cancels, sends or refreshes: these need a chord or a button, and are armed or reviewed first. Forms:
 * "mod+enter", "shift+e", "1", or one symbol: "?", "[", "{". Keys are those printed so on any layout
 * (`pressed-key.ts`).
 */
export const keyTable = {
  'screen.portfolio': '1',
  'screen.build': '2',
  'screen.orders': '3',
  'screen.markets': '4',
  'screen.journal': '5',
  'screen.settings': '6',

  palette: 'mod+k',
  help: '?',
  search: '/',
  filter: 'shift+f',
  lock: 'shift+l',
  ends: 'shift+e',
  privacy: 'shift+p',
  units: 'shift+u',
  nextPanel: 'f6',
  previousPanel: 'shift+f6',

  next: 'j',
  previous: 'k',
  /** Adds the focused price or instrument to the draft or a ticket. */
  buy: 'b',
  sell: 's',
  typeVolatility: 'v',
  openInBuilder: 'shift+b',

  review: 'mod+enter',
  undo: 'mod+z',
  redo: 'mod+shift+z',
  invert: 'i',
  swapSide: 'shift+s',
  allStrikesDown: '<',
  allStrikesUp: '>',
  allExpiriesEarlier: '(',
  allExpiriesLater: ')',
  widen: 'w',
  narrow: 'n',
  quantity: 'q',
  price: 'p',
  kindOfOrder: 'm',
  atm: 'a',
  gallery: 'g',
  typeOrder: 't',
  copyText: 'shift+c',
  addHedge: 'shift+h',

  'leg.strikeDown': '[',
  'leg.strikeUp': ']',
  'leg.expiryEarlier': '{',
  'leg.expiryLater': '}',
  'leg.flip': 'f',
  'leg.remove': 'x',
  'leg.ratio1': 'alt+1',
  'leg.ratio2': 'alt+2',
  'leg.ratio3': 'alt+3',
  'leg.ratio4': 'alt+4',
  'leg.ratio5': 'alt+5',
  'leg.ratio6': 'alt+6',
  'leg.ratio7': 'alt+7',
  'leg.ratio8': 'alt+8',
  'leg.ratio9': 'alt+9',

  'rfq.take': 'alt+t',
  'rfq.price': 'alt+p',
  'rfq.resend': 'alt+r',
  'rfq.opposite': 'alt+o',
  'order.better': 'alt+i',
  cancelOrder: 'delete',
  cancelAll: 'shift+x',
  'flow.withdraw': 'shift+w',

  closeLegs: 'c',
  rollLegs: 'r',
  hedge: 'h',
  netOrTrades: 'shift+j',
  joinLegs: 'shift+m',
  splitLegs: 'shift+a',
  nameStructure: 'f2',
  explainEquity: 'e',
  replay: 'shift+r',
  'risk.payoff': 'shift+y',
  'risk.stress': 'shift+t',
  'risk.greeks': 'shift+g',
  'risk.shares': 'shift+n',
  'risk.expiries': 'shift+d',
  'risk.hedge': 'shift+k',
} as const

export type KeyMeaning = keyof typeof keyTable

export const isKey = (meaning: KeyMeaning, key: string): boolean =>
  keyTable[meaning] === (key.length === 1 ? key : key.toLowerCase())
