/**
 * The cell that opens and closes a row of a tree: indentation, a button, the text and a quieter note. Plain elements, since such a cell
 * stands in every row. On its cell Enter opens or closes, arrow right opens, arrow left closes.
 */
import type { ICellRendererComp, ICellRendererParams, SuppressKeyboardEventParams } from 'ag-grid-community'
import type { Column, TreeColumn } from './column.ts'
import styles from './grid.module.css'
import type { Slot } from './slot.ts'

const indentPx = 14

/** A cell renderer, in the grid library's terms. */
export function treeRenderer<Row>({ text }: Column<Row>, tree: TreeColumn<Row>): new () => ICellRendererComp<Slot<Row>> {
  return class {
    private readonly element = document.createElement('span')
    private readonly button = document.createElement('button')
    private readonly label = document.createElement('span')
    private readonly note = document.createElement('span')
    private slot: Slot<Row> | undefined

    init(params: ICellRendererParams<Slot<Row>>): void {
      this.element.className = styles.tree ?? ''
      this.button.className = styles.treeButton ?? ''
      this.button.type = 'button'
      this.button.tabIndex = -1
      this.button.addEventListener('click', event => {
        event.stopPropagation()
        if (this.slot !== undefined) tree.toggle(this.slot.row)
      })
      this.label.className = styles.treeLabel ?? ''
      this.note.className = styles.treeNote ?? ''
      this.element.append(this.button, this.label, this.note)
      this.refresh(params)
    }

    getGui(): HTMLElement {
      return this.element
    }

    refresh({ data }: ICellRendererParams<Slot<Row>>): boolean {
      this.slot = data
      if (data === undefined) return true
      const { row } = data
      const isOpen = tree.isOpen(row)
      this.element.style.paddingInlineStart = `${tree.depth(row) * indentPx}px`
      this.button.hidden = isOpen === undefined
      this.button.setAttribute('aria-expanded', String(isOpen === true))
      this.button.setAttribute('aria-label', `${isOpen === true ? 'Close' : 'Open'} ${text(row)}`)
      this.element.dataset['leaf'] = String(isOpen === undefined)
      this.label.textContent = text(row)
      this.note.textContent = tree.note(row) ?? ''
      return true
    }
  }
}

/** Takes the keys that open and close; true when the grid is to do nothing. */
export function takeTreeKey<Row>({ event, data }: SuppressKeyboardEventParams<Slot<Row>>, tree: TreeColumn<Row>): boolean {
  const isOpen = data === undefined ? undefined : tree.isOpen(data.row)
  if (data === undefined || isOpen === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
  const does = event.key === 'Enter' || event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')
  if (does && event.type === 'keydown') {
    event.preventDefault()
    tree.toggle(data.row)
  }
  return does
}
