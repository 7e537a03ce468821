/** browserLaunch is how every browser of these tests starts: the installed Chromium, silent and without the network's extras. */
export const browserLaunch = () => ({
  executablePath: process.env.TOUCHSTONE_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
