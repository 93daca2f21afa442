// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type KeyMeaning, keyTable } from './key-table.ts'
import { isPressed, printedKey } from './pressed-key.ts'
import { CommandProvider } from './ui-provider.tsx'
import { useCommands } from './use-commands.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const codes = [
  ...Array.from('1234567890', digit => `Digit${digit}`),
  'Minus',
  'Equal',
  ...Array.from('QWERTYUIOP', letter => `Key${letter}`),
  'BracketLeft',
  'BracketRight',
  ...Array.from('ASDFGHJKL', letter => `Key${letter}`),
  'Semicolon',
  'Quote',
  'Backslash',
  'IntlBackslash',
  ...Array.from('ZXCVBNM', letter => `Key${letter}`),
  'Comma',
  'Period',
  'Slash',
]

const layouts = {
  QWERTY: {
    plain: "1234567890-=qwertyuiop[]asdfghjkl;'\\\\zxcvbnm,./",
    shift: '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"||ZXCVBNM<>?',
    altGraph: {},
  },
  QWERTZ: {
    plain: '1234567890ß´qwertzuiopü+asdfghjklöä#<yxcvbnm,.-',
    shift: '!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄ\'>YXCVBNM;:_',
    altGraph: { Digit7: '{', Digit8: '[', Digit9: ']', Digit0: '}' },
  },
  AZERTY: {
    plain: '&é"\'(-è_çà)=azertyuiop^$qsdfghjklmù*<wxcvbn,;:!',
    shift: '1234567890°+AZERTYUIOP¨£QSDFGHJKLM%µ>WXCVBN?./§',
    altGraph: { Digit4: '{', Digit5: '[', Minus: ']', Equal: '}' },
  },
  Dvorak: {
    plain: "1234567890[]',.pyfgcrl/=aoeuidhtns-\\\\;qjkxbmwvz",
    shift: '!@#$%^&*(){}"<>PYFGCRL?+AOEUIDHTNS_||:QJKXBMWVZ',
    altGraph: {},
  },
  Cyrillic: {
    plain: '1234567890-=йцукенгшщзхъфывапролджэ\\/ячсмитьбю.',
    shift: '!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭ/|ЯЧСМИТЬБЮ,',
    altGraph: {},
  },
} as const

type Layout = keyof typeof layouts
const names = Object.keys(layouts) as Layout[]

interface Typed {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  readonly getModifierState: (name: string) => boolean
}

function press(
  layout: Layout,
  code: string,
  held: { readonly shift?: boolean; readonly ctrl?: boolean; readonly alt?: boolean; readonly graph?: boolean },
): Typed {
  const { plain, shift, altGraph } = layouts[layout]
  const at = codes.indexOf(code)
  const graph: Readonly<Record<string, string>> = altGraph
  const key = held.graph === true ? (graph[code] ?? 'Unidentified') : (held.shift === true ? shift : plain).charAt(at)
  // Windows reports AltGr as Ctrl and Alt.
  const isGraph = held.graph === true
  return {
    key,
    code,
    shiftKey: held.shift === true,
    ctrlKey: held.ctrl === true || isGraph,
    altKey: held.alt === true || isGraph,
    metaKey: false,
    isComposing: false,
    getModifierState: name => name === 'AltGraph' && isGraph,
  }
}

const flags = [false, true]
const presses = (layout: Layout): readonly Typed[] =>
  codes.flatMap(code => [
    ...flags.flatMap(shift => flags.flatMap(ctrl => flags.map(alt => press(layout, code, { shift, ctrl, alt })))),
    press(layout, code, { graph: true }),
  ])
const meaningsOf = (typed: Typed): readonly KeyMeaning[] =>
  (Object.keys(keyTable) as KeyMeaning[]).filter(meaning => isPressed(keyTable[meaning], typed))

const isNamed = (keys: string): boolean => /(?:enter|delete|f\d)$/.test(keys)

describe.each(names)('on %s', layout => {
  test('a press means at most one thing, and only what is printed on its key', () => {
    for (const typed of presses(layout)) {
      const meanings = meaningsOf(typed)
      expect(meanings.length).toBeLessThan(2)
      for (const meaning of meanings) expect(keyTable[meaning].split('+').at(-1)).toBe(typed.key.toLowerCase())
    }
  })

  test('every command whose key the layout has is reached by that key', () => {
    const reached = new Set(presses(layout).flatMap(meaningsOf))
    const { plain, shift, altGraph } = layouts[layout]
    const printed = new Set(
      [...Array.from(plain), ...Array.from(shift), ...Object.values(altGraph)].map(key => key.toLowerCase()),
    )
    for (const [meaning, keys] of Object.entries(keyTable)) {
      if (isNamed(keys)) continue
      expect([meaning, reached.has(meaning as KeyMeaning)]).toEqual([
        meaning,
        printed.has(keys.split('+').at(-1) ?? ''),
      ])
    }
  })
})

test.each([
  ['QWERTZ', 'KeyY', { ctrl: true }, ['undo']],
  ['QWERTZ', 'KeyZ', { ctrl: true }, []],
  ['QWERTZ', 'KeyY', { ctrl: true, shift: true }, ['redo']],
  ['QWERTZ', 'Digit8', { graph: true }, ['leg.strikeDown']],
  ['QWERTZ', 'Digit7', { shift: true }, ['search']],
  ['AZERTY', 'KeyQ', {}, ['atm']],
  ['AZERTY', 'KeyA', {}, ['quantity']],
  ['AZERTY', 'KeyW', { ctrl: true }, ['undo']],
  ['AZERTY', 'Digit1', { shift: true }, ['screen.portfolio']],
  ['AZERTY', 'Digit1', {}, []],
  ['AZERTY', 'Digit3', { alt: true, shift: true }, ['leg.ratio3']],
  ['AZERTY', 'KeyM', { shift: true }, ['help']],
  ['Dvorak', 'Slash', { ctrl: true }, ['undo']],
  ['Dvorak', 'KeyX', {}, ['quantity']],
  ['Dvorak', 'KeyK', { alt: true }, ['rfq.take']],
  ['Dvorak', 'BracketLeft', {}, ['search']],
  ['Cyrillic', 'KeyZ', { ctrl: true }, []],
  ['Cyrillic', 'KeyX', {}, []],
  ['Cyrillic', 'KeyT', { alt: true }, []],
  ['Cyrillic', 'IntlBackslash', {}, ['search']],
  ['Cyrillic', 'Digit7', { shift: true }, ['help']],
  ['Cyrillic', 'Digit3', {}, ['screen.orders']],
] as const)('%s %s with %o means %o', (layout, code, held, meanings) => {
  expect(meaningsOf(press(layout, code, held))).toEqual(meanings)
})

test('on a Mac Option types another character of the same key', () => {
  const typed = (key: string, code: string) => printedKey({ key, code, altKey: true })
  expect([typed('®', 'KeyR'), typed('§', 'Digit6')]).toEqual(['®', '§'])
  vi.stubGlobal('navigator', { userAgent: 'Macintosh' })
  const keys = [
    typed('®', 'KeyR'),
    typed('†', 'KeyK'),
    typed('ˆ', 'KeyI'),
    typed('¡', 'Digit1'),
    typed('¶', 'Digit3'),
    typed('[', 'Digit5'),
  ]
  expect(keys).toEqual(['r', 't', 'i', '1', '3', '['])
  expect(printedKey({ key: '®', code: 'KeyR', altKey: false })).toBe('®')
})

function Undo({ run }: { readonly run: (what: string) => void }) {
  useCommands([
    { id: 'undo', name: 'Undo', keys: 'undo', run: () => run('undo') },
    { id: 'invert', name: 'Invert', keys: 'invert', run: () => run('invert') },
  ])
  return null
}

test('the page takes the key that is printed so', () => {
  const done: string[] = []
  render(
    <CommandProvider>
      <Undo run={what => done.push(what)} />
    </CommandProvider>,
  )
  fireEvent.keyDown(document.body, { key: 'z', code: 'KeyY', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'y', code: 'KeyZ', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'I', code: 'KeyG', shiftKey: false })
  fireEvent.keyDown(document.body, { key: 'ш', code: 'KeyI' })
  expect(done).toEqual(['undo', 'invert'])
})
