/**
 * Elements as React makes them, drawn without it: for what a page shows before its program is there. Components are called, so they may have no
 * hooks; nothing listens, and refs and keys say nothing. Throws at what it does not know.
 */
import { Fragment, isValidElement, type ReactNode } from 'react'

/** Style properties whose numbers are no lengths. */
const unitless = new Set(['flex', 'flexGrow', 'flexShrink', 'fontWeight', 'lineHeight', 'opacity', 'order', 'zIndex'])

const cssName = (name: string): string => (name.startsWith('--') ? name : name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))

/** All at once: each property by itself would be read by itself. */
function setStyle(element: HTMLElement | SVGElement, style: object): void {
  let text = ''
  for (const [name, value] of Object.entries(style)) {
    if (value === undefined || value === null) continue
    const isLength = typeof value === 'number' && value !== 0 && !unitless.has(name) && !name.startsWith('--')
    text += `${cssName(name)}:${value}${isLength ? 'px' : ''};`
  }
  element.style.cssText = text
}

/** Properties that React names in its own way. */
const attributes: Readonly<Record<string, string>> = {
  className: 'class',
  tabIndex: 'tabindex',
  htmlFor: 'for',
  defaultValue: 'value',
  clipPath: 'clip-path',
  textAnchor: 'text-anchor',
}
/** Attributes that say "false" where others are left out. */
const isWordy = (name: string): boolean => /^(?:aria|data)-/.test(name) || name === 'spellCheck'
const drawings = 'http://www.w3.org/2000/svg'
const isForReact = (name: string, value: unknown): boolean =>
  name === 'children' || name === 'ref' || name === 'key' || typeof value === 'function'

function setProperty(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (value === undefined || value === null || isForReact(name, value)) return
  if (name === 'style' && typeof value === 'object') return setStyle(element, value)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return unknown(name)
  const isWord = isWordy(name)
  if (value === false && !isWord) return
  element.setAttribute(attributes[name] ?? name, value === true && !isWord ? '' : String(value))
}

function unknown(name: string): never {
  throw new TypeError(`React alone draws ${name}.`)
}

/** What `node` draws, to be put into the page. */
export function drawElements(node: ReactNode): DocumentFragment {
  const drawn = document.createDocumentFragment()
  draw(node, drawn)
  return drawn
}

function draw(node: ReactNode, into: Node): void {
  if (node === undefined || node === null || node === '' || typeof node === 'boolean') return
  if (typeof node === 'string' || typeof node === 'number') return void into.appendChild(document.createTextNode(String(node)))
  if (Array.isArray(node)) {
    for (const each of node as readonly ReactNode[]) draw(each, into)
    return
  }
  if (!isValidElement<Record<string, unknown>>(node)) throw new TypeError('Such a node is drawn by React alone.')
  const { type, props } = node
  if (type === Fragment) return draw(props['children'] as ReactNode, into)
  if (typeof type === 'function') return draw((type as (given: unknown) => ReactNode)(props), into)
  if (typeof type !== 'string') throw new TypeError('Such a component is drawn by React alone.')
  const element = isDrawing(type, into) ? document.createElementNS(drawings, type) : document.createElement(type)
  for (const name of Object.keys(props)) setProperty(element, name, props[name])
  draw(props['children'] as ReactNode, element)
  into.appendChild(element)
}

const isDrawing = (type: string, into: Node): boolean => type === 'svg' || (into instanceof Element && into.namespaceURI === drawings)
