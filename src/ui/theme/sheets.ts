/** What every rule of a component builds on and may overrule: imported before any component, by whatever is the first to draw one. */
import './fonts.css'
import './theme.css'
import './base.css'
import './forced-colours.css'
