export { CommentMark, CommentsButton } from './components/on-demand.tsx';
