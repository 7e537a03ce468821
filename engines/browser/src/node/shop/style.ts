/** The shop's style sheet. */
export const styleSheet = `
:root { --ink: #23272b; --soft: #5d666f; --line: #dfe3e6; --ground: #f6f4f0; --card: #fff; --accent: #1f6f54; --on-accent: #fff; --warn: #a33a2a; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 1rem 1.5rem; align-items: center; padding: 1rem clamp(1rem, 5vw, 4rem); background: var(--card); border-bottom: 1px solid var(--line); }
header strong { font: 600 1.3rem/1 Georgia, serif; margin-inline-end: auto; }
header a { color: var(--ink); text-decoration: none; }
header a:hover { text-decoration: underline; }
.badge { display: inline-block; min-width: 1.5rem; padding: 0 .4rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); text-align: center; font-size: .85rem; }
main { max-width: 70rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font: 600 2rem/1.2 Georgia, serif; margin: 0 0 1rem; }
h2 { font: 600 1.3rem/1.2 Georgia, serif; }
button, .button { font: inherit; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.plain { background: none; color: var(--accent); }
button:disabled { opacity: .5; cursor: default; }
input, select, textarea { font: inherit; padding: .45rem .6rem; border: 1px solid #b9c0c6; border-radius: .4rem; background: #fff; max-width: 100%; }
:focus-visible { outline: 3px solid #7db8a2; outline-offset: 2px; }
label { display: block; margin: .6rem 0 .2rem; }
label.row { display: flex; gap: .5rem; align-items: center; }
.tools { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; margin-bottom: 1.5rem; }
.tools label { margin: 0 0 .2rem; }
.products { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1rem; }
.products li, .panel { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1rem; }
.panel { max-width: 34rem; margin-bottom: 1.5rem; }
.swatch { height: 6rem; border-radius: .5rem; margin-bottom: .8rem; }
.price { font-weight: 600; }
.soft { color: var(--soft); }
.error { color: var(--warn); font-weight: 600; }
table { width: 100%; border-collapse: collapse; background: var(--card); border-radius: .8rem; overflow: hidden; }
th, td { padding: .7rem 1rem; text-align: start; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: end; }
iframe { border: 1px solid var(--line); border-radius: .5rem; width: 100%; height: 11rem; background: #fff; }
.drop { border: 2px dashed #b9c0c6; border-radius: .8rem; padding: 1rem; text-align: center; color: var(--soft); margin-bottom: 1rem; }
.tip { visibility: hidden; font-size: .85rem; color: var(--soft); }
.tipped:hover + .tip { visibility: visible; }
footer { padding: 2rem; text-align: center; color: var(--soft); }
`;
