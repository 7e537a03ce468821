/** reportStyle uses the product's tokens: layers, five status hues, spaces of 2 4 8 12 16 24 32. */
export const reportStyle = `
:root{color-scheme:light dark;--canvas:#f6f7f9;--surface:#fff;--raised:#fff;--line:#e3e6ea;--strong:#c9ced6;--ink:#1c2128;--ink2:#4d5766;--ink3:#667085;--sel:#e8eefb;--accent:#3b4cca;--pass:#0b7f6c;--fail:#a61b12;--warn:#946000;--run:#1b5fd1;--grey:#667085;--failbg:#fdf1f0;
--sans:Inter,"Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif;--mono:"JetBrains Mono","JetBrains Mono Variable",ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--canvas:#111317;--surface:#16181d;--raised:#1e2128;--line:#262a32;--strong:#3a404b;--ink:#e6e8ec;--ink2:#aeb6c2;--ink3:#98a2b3;--sel:#1b2740;--accent:#98a6ff;--pass:#4fdcbd;--fail:#f0604d;--warn:#f2b92c;--run:#6ea0ff;--grey:#98a2b3;--failbg:#251a1c}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;background:var(--canvas);color:var(--ink);font:13px/18px var(--sans);font-variant-numeric:tabular-nums;-webkit-font-smoothing:antialiased}
.g{width:16px;height:16px;flex:none;display:block}
.s-passed{color:var(--pass)}.s-failed,.s-error{color:var(--fail)}.s-running{color:var(--run)}.s-queued,.s-skipped,.s-cancelled{color:var(--grey)}
.mono,code,pre{font-family:var(--mono);font-size:12px;line-height:18px}
.meta{color:var(--ink3);font-size:12px;line-height:16px}
.eyebrow{font-size:11px;line-height:16px;font-weight:600;color:var(--ink3);letter-spacing:.02em;margin:0}
:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
header{background:var(--surface);border-bottom:1px solid var(--line);padding:24px 32px 16px}
header>*{max-width:1440px;margin-inline:auto}
.title{display:flex;align-items:center;gap:12px}
.title .g{width:24px;height:24px}
h1{font-size:20px;line-height:28px;font-weight:600;margin:0;overflow-wrap:anywhere}
.word{font-weight:600;white-space:nowrap}
.facts{display:flex;flex-wrap:wrap;gap:4px 16px;padding:4px 0 16px 36px;color:var(--ink2)}
.facts b{font-weight:500;color:var(--ink)}
.counts{display:flex;flex-wrap:wrap;gap:8px 24px;padding:0;margin-top:0;margin-bottom:8px;list-style:none}
.counts li{display:flex;align-items:center;gap:8px;color:var(--ink2)}
.counts b{font-size:20px;line-height:28px;font-weight:600;color:var(--ink)}
.bar{display:flex;height:8px;gap:2px;border-radius:4px;overflow:hidden;background:var(--line)}
.bar i{display:block;min-width:4px;background:currentColor}
.bar .s-error{background:repeating-linear-gradient(45deg,currentColor 0 3px,transparent 3px 6px)}
.bar .s-skipped,.bar .s-cancelled,.bar .s-queued{opacity:.55}
.page{display:grid;grid-template-columns:300px minmax(0,1fr);gap:24px;max-width:1504px;margin:0 auto;padding:16px 32px 48px}
main{grid-column:2;grid-row:1;min-width:0}
aside{grid-column:1;grid-row:1;position:sticky;top:16px;align-self:start;max-height:calc(100vh - 32px);overflow:auto}
aside h2{margin:0 0 4px}
aside ol{list-style:none;margin:0 0 24px;padding:0;border:1px solid var(--line);border-radius:6px;background:var(--surface);overflow:hidden}
aside li+li{border-top:1px solid var(--line)}
aside a{display:flex;gap:8px;padding:8px 12px;color:inherit;text-decoration:none}
aside a:hover{background:var(--sel)}
aside a span{min-width:0;overflow-wrap:anywhere}
aside a .meta{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
aside p{margin:0 0 24px;color:var(--ink2)}
.tools{display:flex;flex-wrap:wrap;gap:8px;align-items:center;position:sticky;top:0;z-index:2;background:var(--canvas);padding:4px 0 12px;margin-top:-4px}
.tools input{font:inherit;color:inherit;background:var(--surface);border:1px solid var(--strong);border-radius:4px;height:28px;padding:0 8px;flex:1 1 200px;min-width:0}
.tools button{font:inherit;color:var(--ink2);background:var(--surface);border:1px solid var(--strong);border-radius:4px;height:28px;padding:0 8px;display:flex;gap:6px;align-items:center;cursor:pointer}
.tools button[aria-pressed=true]{background:var(--sel);color:var(--ink);border-color:var(--accent)}
.suite{display:flex;align-items:baseline;gap:8px;margin:24px 0 8px;font-size:13px;line-height:18px;font-weight:600;overflow-wrap:anywhere}
.suite:first-of-type{margin-top:0}
.step{background:var(--surface);border:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 34px;scroll-margin-top:48px}
.step+.step{margin-top:-1px}
.suite+.step{border-top-left-radius:6px;border-top-right-radius:6px}
.step:has(+.suite),.step:has(+.none){border-bottom-left-radius:6px;border-bottom-right-radius:6px}
.step:target{outline:2px solid var(--accent);outline-offset:-1px}
.step>summary{display:grid;grid-template-columns:16px 56px minmax(120px,5fr) minmax(120px,6fr) 44px 64px 72px;gap:12px;align-items:center;padding:8px 12px;cursor:pointer;list-style:none}
.step>summary::-webkit-details-marker{display:none}
.step>summary:hover{background:var(--sel)}
.step[open]>summary{border-bottom:1px solid var(--line)}
.name{font-weight:500;overflow-wrap:anywhere}
.method{font-family:var(--mono);font-size:12px;font-weight:600;color:var(--ink2)}
.url{font-family:var(--mono);font-size:12px;color:var(--ink3);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.num{text-align:right;white-space:nowrap;color:var(--ink2)}
.why{grid-column:3/-1;color:var(--fail);overflow-wrap:anywhere}
.inside{padding:16px 16px 16px 40px;display:grid;gap:16px}
.inside>*{min-width:0}
.notice{border:1px solid var(--fail);background:var(--failbg);border-radius:6px;padding:8px 12px;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}
th{font-size:11px;line-height:16px;font-weight:600;color:var(--ink3);text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid var(--line)}
td{vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
td.i{width:28px}
td.v{min-width:120px;max-width:420px}
td.k+td.v{max-width:none}
td.k{color:var(--ink2);white-space:nowrap;width:1%}
.v{font-family:var(--mono);font-size:12px;white-space:pre-wrap}
tr.bad td{background:var(--failbg)}
td.i{padding-left:6px}
tr.bad:has(+.proof) td{border-bottom:0}
.proof pre{padding:4px 0;border:1px solid var(--line);border-radius:4px;margin-top:2px;max-height:none}
.proof pre span{display:block;padding:0 8px}
.proof pre b{display:inline-block;min-width:40px;padding-right:10px;text-align:right;font-weight:400;color:var(--ink3)}
.proof pre i{display:block;padding:0 8px;color:var(--ink3);font-style:normal}
.proof .at{background:var(--failbg);box-shadow:inset 3px 0 0 var(--fail);font-weight:600}
.faults{margin:0 0 8px;padding-left:16px}
.v mark{background:color-mix(in srgb,var(--fail) 22%,transparent);color:inherit;border-radius:2px}
.sides{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:16px}
.side{border:1px solid var(--line);border-radius:6px;overflow:hidden;min-width:0;display:flex;flex-direction:column}
.side>h3{margin:0;padding:6px 12px;border-bottom:1px solid var(--line);font-size:12px;line-height:16px;font-weight:600;display:flex;gap:8px;justify-content:space-between}
.line{padding:8px 12px;overflow-wrap:anywhere}
.side details{border-top:1px solid var(--line)}
.side details>summary{padding:6px 12px;cursor:pointer;color:var(--ink2);font-size:12px;line-height:16px}
.side table{margin:0 12px 8px;width:calc(100% - 24px)}
pre{margin:0;flex:1;padding:8px 12px;border-top:1px solid var(--line);max-height:420px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;background:var(--canvas)}
.timing{display:flex;height:12px;border-radius:4px;overflow:hidden;background:var(--line);margin:4px 0 8px}
.timing i{display:block;min-width:1px}
.legend{display:flex;flex-wrap:wrap;gap:4px 16px;margin:0;padding:0;list-style:none;color:var(--ink2);font-size:12px;line-height:16px}
.legend i,.swatch{display:inline-block;width:8px;height:8px;border-radius:2px;margin-right:6px}
.p-dns{background:#8b98ad}.p-tcp{background:#5f86c9}.p-tls{background:#8f6fd1}.p-send{background:#3aa6b9}.p-wait{background:#c98a2b}.p-download{background:#3f9d6b}
.sections{display:grid;grid-template-columns:minmax(0,1fr);gap:16px}
main.sections{max-width:1504px;margin:0 auto;padding:16px 32px 48px}
div.sections{margin-bottom:24px}
.sections .eyebrow{font-size:14px;line-height:20px;color:var(--ink);margin:8px 0}
.sections p{margin:0 0 8px}
.wide{overflow-x:auto}
.figures{background:var(--surface);border:1px solid var(--line)}
.figures th,.figures td{padding:8px 12px;text-align:right;white-space:nowrap}
.figures th:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:180px}
.figures tbody th{font-size:13px;color:var(--ink)}
.chart{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:12px 16px}
.chart h2{font-size:14px;line-height:20px;margin:0 0 4px}
.chart ul{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0 0 8px;padding:0}
.chart li{display:flex;align-items:center;gap:8px}
.chart svg[role]{display:block;width:100%;min-width:640px;height:auto}
.chart text{font:11px var(--sans);fill:var(--ink3)}
.notes{border-left:4px solid var(--warn);background:var(--surface);padding:8px 16px}
.plain{list-style:none;padding:0;margin:0}
.plain li{padding:8px 0;display:flex;gap:8px;flex-wrap:wrap;align-items:center}
figure{margin:0}
figure img{display:block;max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
.none{padding:32px;text-align:center;color:var(--ink2);border:1px dashed var(--strong);border-radius:6px}
footer{max-width:1504px;margin:0 auto;padding:0 32px 32px;color:var(--ink3);font-size:12px}
a{color:var(--accent)}
@media (max-width:992px){.page{grid-template-columns:minmax(0,1fr);padding:16px}header{padding:16px}main{grid-column:1;grid-row:2}aside{grid-column:1;grid-row:1;position:static;max-height:320px}.step>summary{grid-template-columns:16px 48px minmax(0,1fr) 44px 64px}.step>summary .url,.step>summary .checks{display:none}.inside{padding-left:16px}.facts{padding-left:0}main.sections{padding:16px}}
@media print{:root{--canvas:#fff}body{font-size:11px}.tools,aside{display:none}.page{display:block;padding:0}header,footer{padding:0 0 12px}.step{content-visibility:visible;break-inside:avoid-page}pre{max-height:none}.page,header>*{max-width:none}*{print-color-adjust:exact}}
`;

/**
 * reportScript filters steps by status and text and moves between failures; without it, the report is complete, only
 * longer.
 */
export const reportScript = `
const steps=[...document.querySelectorAll('.step')],suites=[...document.querySelectorAll('.suite')],tools=document.querySelector('.tools'),box=document.querySelector('.tools input'),buttons=[...document.querySelectorAll('[data-filter]')],none=document.querySelector('.none');
const texts=steps.map(step=>step.querySelector('summary').textContent.toLowerCase());
let wanted='';
function show(){const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);let shown=0;const full=new Set();
steps.forEach((step,index)=>{const on=(!wanted||wanted.split(' ').includes(step.dataset.status))&&words.every(word=>texts[index].includes(word));step.hidden=!on;if(on){shown+=1;full.add(step.dataset.suite)}});
suites.forEach(suite=>{suite.hidden=!full.has(suite.dataset.suite)});none.hidden=shown>0;
buttons.forEach(button=>button.setAttribute('aria-pressed',String(button.dataset.filter===wanted)))}
buttons.forEach(button=>button.addEventListener('click',()=>{wanted=button.dataset.filter;show()}));
box.addEventListener('input',show);
function go(direction){const bad=steps.filter(step=>!step.hidden&&/failed|error/.test(step.dataset.status));if(!bad.length)return;const at=bad.indexOf(document.activeElement.closest?.('.step'));const next=bad[at<0?(direction>0?0:bad.length-1):(at+direction+bad.length)%bad.length];next.open=true;next.scrollIntoView({block:'start'});next.querySelector('summary').focus({preventScroll:true})}
document.querySelector('[data-next]')?.addEventListener('click',()=>go(1));
function openTarget(){const step=document.getElementById(location.hash.slice(1));if(step?.matches('.step')){step.hidden=false;step.open=true;step.scrollIntoView({block:'start'})}}
addEventListener('hashchange',openTarget);
addEventListener('keydown',event=>{if(event.target.matches('input')){if(event.key==='Escape'){box.value='';show();box.blur()}return}if(event.ctrlKey||event.metaKey||event.altKey)return;if(event.key==='j')go(1);else if(event.key==='k')go(-1);else if(event.key==='/'){event.preventDefault();box.focus()}});
addEventListener('beforeprint',()=>steps.forEach(step=>{if(/failed|error/.test(step.dataset.status))step.open=true}));
tools.hidden=false;openTarget();
`;
