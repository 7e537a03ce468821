import { Notifications } from '@mantine/notifications';

export default function ToastHost() {
  return <Notifications position="bottom-right" limit={4} />;
}
