/** closedPage is the page shown for a public link that no longer leads to a report. */
export const closedPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Report not available</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:20vh auto;padding:0 1em}h1{font-size:1.25em}</style>
<main>
<h1>Report not available</h1>
<p>This link has expired or been revoked, or the report was deleted. Ask the person who sent it for a new link.</p>
</main>
</html>
`;
