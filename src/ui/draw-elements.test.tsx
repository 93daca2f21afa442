// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { drawElements } from './draw-elements.ts'

function htmlOf(node: ReactNode): string {
  const place = document.createElement('div')
  place.append(drawElements(node))
  return place.innerHTML
}

const Row = ({ name, children }: { readonly name: string; readonly children?: ReactNode }) => (
  <div col-id={name} tabIndex={-1} onPointerMove={() => undefined}>
    {name}
    {children}
  </div>
)

const nodes: Readonly<Record<string, ReactNode>> = {
  'nothing of what is no node': [undefined, null, true, false],
  'texts and numbers': ['a', 1, 0, '', '<b>&'],
  'a component with children': (
    <Row name="BTC">
      <span className="a b">x</span>
      {false}
      {[1, 2].map(each => (
        <i key={each}>{each}</i>
      ))}
    </Row>
  ),
  fragments: (
    <>
      <b>1</b>
      <>2</>
    </>
  ),
  'styles with and without a unit': (
    <div style={{ '--row': '28px', width: 120, minWidth: 0, flex: '2 2 0', opacity: 0.5, paddingInlineStart: 14 } as CSSProperties} />
  ),
  'words of true and false': <div aria-busy="true" aria-expanded={false} data-leaf={true} data-none={undefined} hidden={false} />,
  'a drawing, and what stands in it': (
    <svg width={10} height={20} className="plot">
      <g aria-hidden="true">
        <clipPath id="a">
          <rect x={0} y={1} width={2} height={3} />
        </clipPath>
        <path d="M0,0L1,1" clipPath="url(#a)" data-curve="b" />
        <text x={1} y={2} textAnchor="middle">
          90
        </text>
        <title>c</title>
      </g>
    </svg>
  ),
  'a field with its label': (
    <div>
      <label htmlFor="field">Price</label>
      <input id="field" spellCheck={false} autoComplete="off" inputMode="decimal" size={5} type="text" />
      <button type="button" tabIndex={-1} aria-label="Close" />
    </div>
  ),
  'attributes that are there or not': <button type="button" disabled aria-label="Close" title="a" />,
}

describe('elements drawn without React', () => {
  for (const [what, node] of Object.entries(nodes)) {
    it(`are what React draws: ${what}`, () => {
      const { container } = render(node)
      const drawn = document.createElement('div')
      drawn.append(drawElements(node))
      expect(drawn.isEqualNode(container), `${drawn.innerHTML}\n${container.innerHTML}`).toBe(true)
    })
  }

  it('are refused where React alone can draw them', () => {
    const Memo = memo(() => <b />)
    expect(() => htmlOf(<Memo />)).toThrow(/React alone/)
  })
})
