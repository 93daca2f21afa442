/**
 * The one place that gives out keys: what a key means, on every screen. A command names the meaning, never the key, so one key cannot come to mean two
 * things; several screens may share a meaning (`next` is the next leg or the next RFQ) where a hand expects the same of it.
 *
 * Only digits change screens. No single letter takes, cancels, sends or refreshes: what does so is reached by a chord or a button, and is armed or reviewed
 * first.
 *
 * "mod+enter", "shift+e", "1", or one symbol: "?", "[", "{". Keys are those that are printed so, on any layout (`pressed-key.ts`).
 */
export const keyTable = {
  'screen.portfolio': '1',
  'screen.build': '2',
  'screen.orders': '3',
  'screen.markets': '4',
  'screen.journal': '5',
  'screen.settings': '6',
  'screen.flow': '7',

  palette: 'mod+k',
  help: '?',
  /** The command line. */
  search: '/',
  filter: 'shift+f',
  lock: 'shift+l',
  ends: 'shift+e',
  privacy: 'shift+p',
  units: 'shift+u',
  nextPanel: 'f6',
  previousPanel: 'shift+f6',

  /** The next leg, the next RFQ. */
  next: 'j',
  previous: 'k',
  /** The focused price or instrument, into the draft or a ticket. */
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
  /** A working order one price step better. */
  'order.better': 'alt+i',
  cancelOrder: 'delete',
  cancelAll: 'shift+x',
  'flow.withdraw': 'shift+w',

  closeLegs: 'c',
  rollLegs: 'r',
  hedge: 'h',
  /** Positions net, or the trades that they are made of. */
  netOrTrades: 'shift+j',
  joinLegs: 'shift+m',
  splitLegs: 'shift+a',
  nameStructure: 'f2',
  explainEquity: 'e',
  /** A recorded day, minute by minute. */
  replay: 'shift+r',
  'risk.payoff': 'shift+y',
  'risk.stress': 'shift+t',
  'risk.greeks': 'shift+g',
  'risk.shares': 'shift+n',
  'risk.expiries': 'shift+d',
  'risk.hedge': 'shift+k',
} as const

/** What a key means. */
export type KeyMeaning = keyof typeof keyTable

/** Does an event of the keyboard carry the key of a meaning? For single keys that a focused element answers itself. */
export const isKey = (meaning: KeyMeaning, key: string): boolean => keyTable[meaning] === (key.length === 1 ? key : key.toLowerCase())
